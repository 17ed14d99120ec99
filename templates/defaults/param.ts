import type { TemplateKind } from '../kinds.ts'
import type { ParamTemplate } from '../schema.ts'

/** Properties of a parameter that determine its defaults. */
export interface DefaultParam extends Pick<ParamTemplate, 'label' | 'isTracked'> {
  unitName?: string | undefined
  valueType: string
  /** Words for states, in English at least. */
  enum?: Readonly<Record<string, string | { readonly en: string }>> | undefined
}

/**
 * Properties of a family that determine its defaults. Labels have one meaning across the library; other labels are
 * ignored.
 */
export interface DefaultsSource {
  kind?: TemplateKind | undefined
  paramTemplates: readonly DefaultParam[]
}

export const isNumber = ({ valueType, enum: states }: DefaultParam): boolean =>
  states === undefined && !['string', 'bit', 'enum', 'bitmask', 'unixtime'].includes(valueType)
