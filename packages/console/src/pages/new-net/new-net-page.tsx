import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileInput } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMay, useOrg } from '../../api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ConnectionStep } from './connection/connection-step.tsx'
import { CreateStep } from './create/create-step.tsx'
import { Discard } from './discard.tsx'
import { DoneStep } from './done/done-step.tsx'
import { shownStep } from './draft/draft.rules.ts'
import { emptyDraft, type StepProps, type WizardStep } from './draft/draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { PreviewStep } from './preview/preview-step.tsx'
import { StepList } from './steps.tsx'
import { TakeOld } from './take-old.tsx'
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
  const isManager = useMay('manager')
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
  const title = draft.made?.isOld === true ? newNet.titleOld(draft.name) : newNet.title
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
