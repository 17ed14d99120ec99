import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { useOrg } from '../../api/use-org.tsx'
import { lastOrg } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Panel } from '../../ui/layout/page.tsx'

const changed = [
  ['installation', 'sample'],
  ['sessions', 'userOrgs'],
] as const

/** The sample organization is added and removed; nothing where the service has no simulated sites. */
export const SamplePanel = (): ReactNode => {
  const { firstSteps: texts } = useTexts()
  const { orgId: current } = useOrg()
  const sample = useQuery(apiQuery('installation', 'sample', {}))
  const add = useAction('installation', 'addSample', changed, () => toast(texts.added))
  const isCurrent = current === sample.data?.orgId
  const remove = useAction('installation', 'removeSample', changed, () =>
    isCurrent ? lastOrg.set(0) : toast(texts.removed),
  )
  if (sample.data?.isAvailable !== true) return null
  const { orgId } = sample.data
  return (
    <Panel title={texts.sample}>
      <div className="flex flex-col items-start gap-3 px-4 pb-4 text-sm">
        <p className="text-quiet">{texts.sampleHelp}</p>
        {orgId === null ? (
          <Button isChange isBusy={add.isPending} onClick={() => add.mutate({})}>
            {texts.addSample}
          </Button>
        ) : (
          <ConfirmButton
            act={texts.removeSample}
            question={texts.removeQuestion}
            variant="danger"
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate({})}
          />
        )}
      </div>
    </Panel>
  )
}
