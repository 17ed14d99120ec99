import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts-provider.tsx'
import { Choice } from '../ui/forms/fields.tsx'

export interface TagFilterProps {
  tags: readonly string[]
  tag: string | undefined
  onTag: (tag: string | undefined) => void
}

/** Shows what has one tag. Where there are no tags there is nothing to choose. */
export const TagFilter = ({ tags, tag, onTag }: TagFilterProps): ReactNode => {
  const { many } = useTexts()
  if (tags.length === 0 && tag === undefined) return null
  const all = tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]
  return (
    <Choice
      label={many.tagFilter}
      isLabelHidden
      value={tag ?? ''}
      options={[['', many.anyTag], ...all.map((one) => [one, one] as const)]}
      onChange={(next) => onTag(next === '' ? undefined : next)}
    />
  )
}

/** Tags beside a name. */
export const TagList = ({ tags }: { tags: readonly string[] }): ReactNode =>
  tags.length > 0 && (
    <span className="inline-flex min-w-0 flex-wrap gap-1">
      {tags.map((tag) => (
        <span key={tag} className="rounded-mark border border-line bg-sunken px-1.5 text-xs text-quiet">
          {tag}
        </span>
      ))}
    </span>
  )
