import { tabTexts } from '@busbar/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole, useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ConnectionStep } from './connection-step.tsx'
import { CreateStep } from './create-step.tsx'
import { DoneStep } from './done-step.tsx'
import { chosenUnits, draftOfExisting, readyUnits, shownStep } from './draft.rules.ts'
import { type ChangeDraft, emptyDraft, type NetDraft, type StepProps, type WizardStep } from './draft.ts'
import { PreviewStep } from './preview-step.tsx'
import { StepButtons, StepList, StepPanel } from './steps.tsx'
import { UnitTemplate } from './unit-template.tsx'
import { UnitsStep } from './units-step.tsx'
import { removeNet } from './use-connect.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Template and name of every unit. */
const TemplatesStep = ({ draft, change, go }: StepProps): ReactNode => {
  const { newNet } = useTexts()
  const templates = useQuery(apiQuery('templates', 'list', {}))
  const suggestions = useSuggestions({ draft, change })
  const units = chosenUnits(draft)
  const left = units.length - readyUnits(draft).length
  return (
    <StepPanel
      step="templates"
      help={newNet.templatesHelp}
      actions={<StepButtons onBack={() => go('units')} onNext={() => go('preview')} isReady={left === 0} />}
    >
      <Loaded query={templates}>
        {(lines) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {units.map((unit) => (
              <li key={unit.unit} className="min-w-0">
                <UnitTemplate
                  unit={unit}
                  lines={lines}
                  suggestions={suggestions.get(unit.unit) ?? { isAsking: true, templates: [] }}
                  change={change}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p role="status" className="text-sm text-quiet">
        {left > 0 && newNet.leftToChoose({ count: left })}
      </p>
    </StepPanel>
  )
}

const keyOf = (orgId: number): string => `busbar.new-net.1.${orgId}`

const read = (orgId: number, requested: string | undefined): NetDraft => {
  try {
    const found: unknown = JSON.parse(tabTexts.get(keyOf(orgId)) ?? 'null')
    const draft = typeof found === 'object' && found !== null ? { ...emptyDraft, ...found } : emptyDraft
    return draft.deviceIds !== null && requested !== 'done' ? emptyDraft : draft
  } catch {
    return emptyDraft
  }
}

const store = (orgId: number, draft: NetDraft): void =>
  tabTexts.set(keyOf(orgId), draft === emptyDraft ? null : JSON.stringify(draft))

/**
 * The draft of an organization's next network. It is kept in the tab, so that it is there after looking elsewhere; one that is
 * done is kept only for its last step.
 */
const useDraft = (orgId: number, requested: string | undefined): { draft: NetDraft; change: ChangeDraft } => {
  const [draft, setDraft] = useState(() => read(orgId, requested))
  const latest = useRef(draft)
  useEffect(() => store(orgId, draft), [draft, orgId])
  const change = useCallback<ChangeDraft>(
    (by) => {
      const next = by(latest.current)
      latest.current = next === emptyDraft ? emptyDraft : { ...latest.current, ...next }
      // Stored here too: a request may end after the page was left.
      store(orgId, latest.current)
      setDraft(latest.current)
    },
    [orgId],
  )
  return { draft, change }
}

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

/** Continues with an existing network: at its devices if it is connected, otherwise at its connection. */
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
