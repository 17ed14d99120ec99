import type { AnswerOf, RequestOf } from '../data/api/api-query.ts'

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

/** Reads it back; null for what is no template. The service says what else is wrong. */
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
