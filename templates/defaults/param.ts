import type { TemplateKind } from '../kinds.ts'
import type { ParamTemplate } from '../schema.ts'

/** What of a parameter decides how it is shown, watched and counted at first. */
export interface DefaultParam extends Pick<ParamTemplate, 'label' | 'isTracked'> {
  unitName?: string | undefined
  valueType: string
  /** Words for states, in English at least. */
  enum?: Readonly<Record<string, string | { readonly en: string }>> | undefined
}

/** What of a family decides it. Labels have one meaning across the library; of others nothing is guessed. */
export interface DefaultsSource {
  kind?: TemplateKind | undefined
  paramTemplates: readonly DefaultParam[]
}

export const isNumber = ({ valueType, enum: states }: DefaultParam): boolean =>
  states === undefined && !['string', 'bit', 'enum', 'bitmask', 'unixtime'].includes(valueType)
