import { fill } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { useFormat } from '../data/format/use-format.ts'
import type { Diagnosis, Finding } from '../readings/values/trouble.rules.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

export interface FindingsProps {
  found: Diagnosis
  /** Shows the findings of one unit only. */
  unit?: number
}

/** Diagnosis in words: verdict, evidence and remedies, most likely first. */
export const Findings = ({ found, unit: only }: FindingsProps): ReactNode => {
  const { diagnosis: texts } = useTexts()
  const wordsOf = useFindingWords(found)
  const shown = only === undefined ? found.findings : found.findings.filter(({ unit }) => unit === only)
  return shown.map((finding) => {
    const { title, seen, steps } = wordsOf(finding)
    return (
      <Notice key={`${finding.rule} ${finding.unit}`} tone={finding.level}>
        <p>
          <strong className="font-semibold">{title}.</strong> {seen}
        </p>
        <details className="mt-1">
          <summary className="cursor-pointer font-medium">{texts.whatToDo}</summary>
          <ol className="mt-1 list-decimal pl-5">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      </Notice>
    )
  })
}

/** A finding in the words of the chosen language. */
export const useFindingWords = ({ units }: Pick<Diagnosis, 'units'>) => {
  const { diagnosis: texts } = useTexts()
  const { number, span } = useFormat()
  return ({ rule, unit, evidence }: Finding): { title: string; seen: string; steps: readonly string[] } => {
    const { title, seen, steps } = texts.rules[rule]
    const [device] = units.find((one) => one.unit === unit)?.devices ?? []
    const named = texts.unit({ unit: number(unit ?? 0) }) + (device === undefined ? '' : ` · ${device.name}`)
    const shown = (name: keyof typeof evidence): string => {
      const value = evidence[name]
      return value === undefined ? '—' : number(value)
    }
    return {
      title: fill(title, { unit: named }),
      seen: fill(seen, {
        requests: shown('requests'),
        answers: shown('answers'),
        timeouts: shown('timeouts'),
        damaged: shown('damaged'),
        doubled: shown('doubled'),
        late: shown('late'),
        foreign: shown('foreign'),
        exceptions: shown('exceptions'),
        meanMs: shown('meanMs'),
        slowestMs: shown('slowestMs'),
        othersMs: shown('othersMs'),
        timeoutMs: shown('timeoutMs'),
        silentMs: evidence.silentMs === undefined ? texts.never : span(evidence.silentMs),
        silentUnits: shown('silentUnits'),
        damagedUnits: shown('damagedUnits'),
        otherUnits: shown('otherUnits'),
        loadPercent: shown('loadPercent'),
      }),
      steps,
    }
  }
}
