import type { AnswerOf, RequestOf } from '../data/api/api-query.ts'

export type TemplateLine = AnswerOf<'templates', 'list'>[number]
export type TemplateKind = NonNullable<TemplateLine['kind']>

export interface LibraryFilter {
  q?: string | undefined
  kind?: string | undefined
  show?: 'own' | 'shipped' | undefined
}

/** All words must be in maker, name, version or SKUs. Of other organizations of the user nothing is shown. */
export const filtered = (
  lines: readonly TemplateLine[],
  orgId: number,
  { q = '', kind, show }: LibraryFilter,
): TemplateLine[] => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter((line) => {
    if (line.orgId !== undefined && line.orgId !== orgId) return false
    if (show !== undefined && (line.orgId !== undefined) !== (show === 'own')) return false
    if (kind !== undefined && (line.kind ?? 'other') !== kind) return false
    const text = [line.manufacturer, line.name, line.version, ...line.skus].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A name for a file, of what every system lets through. */
export const fileNameOf = ({ manufacturer, name }: Pick<TemplateLine, 'manufacturer' | 'name'>): string =>
  `${manufacturer} ${name}`.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-').replaceAll(/^-+|-+$/g, '')

export type Template = AnswerOf<'templates', 'get'>
export type ImportedTemplate = Omit<RequestOf<'templates', 'create'>, 'orgId'>

/** A template as a file: all that makes it, and nothing of where it was. */
export const exportedJson = ({
  id: _id,
  orgId: _org,
  revision: _revision,
  variant: _variant,
  ...template
}: Template): string => `${JSON.stringify({ format: 'busbar-template', ...template }, null, 2)}\n`

/** Parses an exported template; null for anything else. The service reports other errors. */
export const importedJson = (text: string): ImportedTemplate | null => {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || !('paramTemplates' in read)) return null
    const document = read as Record<string, unknown>
    const names = [
      'name',
      'manufacturer',
      'version',
      'kind',
      'skus',
      'readGroupSize',
      'writeFunction',
      'paramTemplates',
    ]
    return Object.fromEntries(
      names.filter((name) => document[name] !== undefined).map((name) => [name, document[name]]),
    ) as unknown as ImportedTemplate
  } catch {
    return null
  }
}
