import type { ReactNode } from 'react'

/** Names with what they are, as a list. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode => (
  <dl className="grid grid-cols-[minmax(7rem,max-content)_minmax(6.5rem,1fr)] gap-x-6 gap-y-2 px-4 py-3 text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-quiet">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
