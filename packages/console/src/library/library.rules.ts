import type { AnswerOf } from '../data/api/api-query.ts'

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
