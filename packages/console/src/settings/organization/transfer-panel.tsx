import { type ReactNode, useState } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ImportDialog } from './import-dialog.tsx'

/** The organization as a document, and back. */
export const TransferPanel = (): ReactNode => {
  const texts = useTexts()
  const { orgSettings } = texts
  const { orgId, orgName } = useOrg()
  const [hasSecrets, setHasSecrets] = useState(false)
  const [hasPhotos, setHasPhotos] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const save = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const document = await call('transfer', 'export', {
        orgId,
        ...(hasSecrets && { secrets: true }),
        ...(hasPhotos && { photos: true }),
      })
      download(`${orgName}.json`, JSON.stringify(document, null, 1))
    } catch (error) {
      toast(errorText(texts, error), 'critical')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Panel title={orgSettings.transfer}>
      <div className="flex max-w-3xl flex-col gap-3 p-4 pt-1">
        <p className="text-quiet">{orgSettings.transferHelp}</p>
        <Checkbox
          label={orgSettings.withSecrets}
          hint={orgSettings.withSecretsHint}
          checked={hasSecrets}
          onChange={({ target }) => setHasSecrets(target.checked)}
        />
        <Checkbox
          label={orgSettings.withPhotos}
          hint={orgSettings.withPhotosHint}
          checked={hasPhotos}
          onChange={({ target }) => setHasPhotos(target.checked)}
        />
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => void save()}>
            {orgSettings.export}
          </Button>
          <Button isChange onClick={() => setIsImporting(true)}>
            {orgSettings.import}
          </Button>
        </div>
      </div>
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </Panel>
  )
}

const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
