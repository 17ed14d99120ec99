import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'

export interface VersionsProps {
  visId: number
  version: number
  onRestored: () => void
}

/** Earlier versions, and the way back to each; going back is a new version, so nothing is lost by it. */
export const Versions = ({ visId, version, onRestored }: VersionsProps): ReactNode => {
  const { editor: texts } = useTexts().pictures
  const { time } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const versions = useQuery({ ...apiQuery('visualizations', 'versions', { visId }), enabled: isOpen })
  const restore = useAction('visualizations', 'restore', [])
  return (
    <>
      <Button icon={History} onClick={() => setIsOpen(true)}>
        {texts.version({ version })}
      </Button>
      <Dialog title={texts.versions} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Loaded query={versions}>
          {(rows) =>
            rows.length === 0 ? (
              <p>{texts.noVersions}</p>
            ) : (
              <ul className="flex flex-col gap-2">
                {rows.map((row) => (
                  <li key={row.version} className="flex items-center justify-between gap-3">
                    <span>
                      <span className="font-medium">{texts.version({ version: row.version })}</span>
                      <span className="block text-quiet">
                        {texts.replaced({ when: time(row.replacedOn), by: row.replacedBy })}
                      </span>
                    </span>
                    <ConfirmButton
                      act={texts.goBack}
                      question={texts.goBackQuestion}
                      isBusy={restore.isPending}
                      onConfirm={() => restore.mutate({ visId, version: row.version }, { onSuccess: onRestored })}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Dialog>
    </>
  )
}
