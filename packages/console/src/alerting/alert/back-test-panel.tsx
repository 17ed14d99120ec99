import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useOwnZone } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { type AlertDraft, definitionOf, missingParams } from '../form/draft.rules.ts'
import { BackTestResult } from './back-test-result.tsx'

const dayMs = 86_400_000
const daysOptions = [1, 7, 30] as const

export interface BackTestPanelProps {
  draft: AlertDraft
  /** What is wrong with it, by field; nothing if it is right. */
  onErrors: (errors: Readonly<Record<string, string>>) => void
}

/** What the alert, as it is being edited, would have done before now. Nothing is stored or sent. */
export const BackTestPanel = ({ draft, onErrors }: BackTestPanelProps): ReactNode => {
  const zone = useOwnZone()
  const texts = useTexts()
  const { alertForm, backTest, common } = texts
  const { orgId } = useOrg()
  const [days, setDays] = useState<(typeof daysOptions)[number] | null>(null)
  const run = useMutation({
    mutationFn: async (wanted: number) => {
      const till = new Date(serverNow())
      const from = new Date(till.getTime() - wanted * dayMs)
      // A name is not needed for it, but the service asks for one.
      const definition = { ...definitionOf(draft), name: draft.name.trim() === '' ? '–' : draft.name }
      const answer = await call('backTest', 'run', { orgId, ...definition, from, till })
      onErrors(answer.errors)
      return { answer, span: { from: from.getTime(), till: till.getTime() } }
    },
  })
  const isIncomplete = draft.conditions.length === 0 || missingParams(draft).length > 0
  const start = (wanted: (typeof daysOptions)[number]): void => {
    setDays(wanted)
    run.mutate(wanted)
  }
  return (
    <Panel title={backTest.title} aside={<span className="text-sm text-quiet">{common.timesIn({ zone })}</span>}>
      <div className="flex flex-col gap-3 p-4">
        <p className="text-sm text-quiet">{isIncomplete ? backTest.incomplete : backTest.help}</p>
        <div role="group" aria-label={backTest.span} className="flex flex-wrap gap-2">
          {daysOptions.map((option) => (
            <Button
              key={option}
              disabled={isIncomplete || run.isPending}
              aria-pressed={days === option}
              className="aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => start(option)}
            >
              {backTest.spans[option]}
            </Button>
          ))}
        </div>
        {run.isPending && (
          <p role="status" className="text-quiet">
            {backTest.running}
          </p>
        )}
        {run.isError && <Notice tone="critical">{errorText(texts, run.error)}</Notice>}
        {run.data?.answer.result === 'error' && <Notice tone="critical">{alertForm.fixFields}</Notice>}
        {run.data?.answer.result === 'success' && <BackTestResult result={run.data.answer} span={run.data.span} />}
      </div>
    </Panel>
  )
}
