import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import type { CreatedKey } from './made.ts'

/** A key that was just made, with what it takes to try it. */
export const MadeKey = ({ made, onStored }: { made: CreatedKey; onStored: () => void }): ReactNode => {
  const { people } = useTexts()
  const { name, apiKey, password } = made
  const body = JSON.stringify({ apiKey, password })
  const line = `curl -s ${location.origin}/api/v1/authenticate/ -H 'Content-Type: application/json' -d '${body}'`
  return (
    <Notice>
      <p className="font-medium">{people.keyMade(name)}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 md:grid-cols-[max-content_minmax(0,1fr)] md:items-center">
        <dt>{people.key}</dt>
        <dd>
          <CopyField label={people.key} value={apiKey} />
        </dd>
        <dt>{people.keyPassword}</dt>
        <dd>
          <CopyField label={people.keyPassword} value={password} />
        </dd>
        <dt>curl</dt>
        <dd>
          <CopyField label={people.curl} value={line} />
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-quiet">{people.curl}</p>
        <Button onClick={onStored}>{people.stored}</Button>
      </div>
    </Notice>
  )
}
