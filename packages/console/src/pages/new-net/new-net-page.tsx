import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { type AnswerOf, apiQuery } from '../../api/api-query.ts'
import { useHasRole, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ConnectionStep } from './connection/connection-step.tsx'
import { removeNet } from './connection/use-connect.ts'
import { CreateStep } from './create/create-step.tsx'
import { DoneStep } from './done/done-step.tsx'
import { draftOfExisting, shownStep } from './draft/draft.rules.ts'
import { type ChangeDraft, emptyDraft, type StepProps, type WizardStep } from './draft/draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { PreviewStep } from './preview/preview-step.tsx'
import { StepList } from './steps.tsx'
import { TemplatesStep } from './templates/templates-step.tsx'
import { UnitsStep } from './units/units-step.tsx'

const views: Readonly<Record<WizardStep, (props: StepProps) => ReactNode>> = {
  connection: ConnectionStep,
  units: UnitsStep,
  templates: TemplatesStep,
  preview: PreviewStep,
  create: CreateStep,
  done: DoneStep,
}

/** From an address to the first chart. Each step has an address of its own, so that the browser leads back through them too. */
export const NewNetPage = (): ReactNode => {
  const { errors, imports, newNet } = useTexts()
  const { orgId } = useOrg()
  const isManager = useHasRole('manager')
  const { step: requested, net: oldId } = useSearch({ from: '/shell/nets/new' })
  const navigate = useNavigate()
  const { draft, change } = useDraft(orgId, requested)
  const before = useRef(requested)
  useEffect(() => {
    // Leaving the last step starts an empty draft.
    if (before.current === 'done' && requested !== 'done') change(() => emptyDraft)
    before.current = requested
  }, [requested, change])
  const go = (step: WizardStep): void => void navigate({ to: '/nets/new', search: { step } })
  const shown = shownStep(draft, requested)
  const View = views[shown]
  const props = { draft, change, go }
  const title = draft.made?.isOld === true ? newNet.titleOld({ name: draft.name }) : newNet.title
  if (!isManager) {
    return (
      <Page title={newNet.title}>
        <Notice tone="warning">{errors.NotAuthorized}</Notice>
      </Page>
    )
  }
  if (oldId !== undefined) {
    return (
      <Page title={newNet.title}>
        <TakeOld key={oldId} netId={oldId} change={change} />
      </Page>
    )
  }
  const importLink = (
    <Link to="/nets/import" className={buttonClass()}>
      <FileInput className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {imports.open}
    </Link>
  )
  const discard = shown === 'done' ? undefined : <Discard {...props} />
  return (
    <Page title={title} actions={draft.made === null ? importLink : discard}>
      <StepList draft={draft} shown={shown} go={go} />
      <View key={shown} {...props} />
    </Page>
  )
}

/** Gives up what was begun, so that no half network stays; one that was there before is left as it is. */
const Discard = ({ draft: { made, scanId }, change, go }: StepProps): ReactNode => {
  const texts = useTexts()
  const isOld = made?.isOld === true
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      if (made !== null && made.isOld !== true) await removeNet(made.netId)
    },
    onSuccess: () => {
      change(() => emptyDraft)
      go('connection')
      if (scanId !== null) client.removeQueries({ queryKey: ['scan'] })
      return client.invalidateQueries({ queryKey: ['nets'] })
    },
    onError: (error) => toast(errorText(texts, error), 'critical'),
  })
  return (
    <ConfirmButton
      act={isOld ? texts.newNet.cancel : texts.newNet.discard}
      question={isOld ? texts.newNet.cancelQuestion : texts.newNet.discardQuestion}
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
    />
  )
}

/** Goes on with a network that is there already: to its devices, where it is connected, or else to its connection. */
const TakeOld = ({ netId, change }: { netId: number; change: ChangeDraft }): ReactNode => {
  const net = useQuery(apiQuery('nets', 'get', { netId }))
  const status = useQuery(apiQuery('links', 'status', { netId }))
  return (
    <Loaded query={net}>
      {(found) => (
        <Loaded query={status}>
          {({ connected }) => <Take net={found} isConnected={connected} change={change} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface TakeProps {
  net: AnswerOf<'nets', 'get'>
  isConnected: boolean
  change: ChangeDraft
}

const Take = ({ net, isConnected, change }: TakeProps): ReactNode => {
  const navigate = useNavigate()
  const take = useEffectEvent(() => {
    change(() => draftOfExisting(net, isConnected))
    void navigate({ to: '/nets/new', search: { step: isConnected ? 'units' : 'connection' }, replace: true })
  })
  useEffect(() => take(), [])
  return null
}
