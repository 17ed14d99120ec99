import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { chosenUnits, readyUnits } from '../draft/draft.rules.ts'
import type { StepProps } from '../draft/draft.ts'
import { StepButtons, StepPanel } from '../steps.tsx'
import { UnitTemplate } from './unit-template.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** What every unit is, and what it is called. */
export const TemplatesStep = ({ draft, change, go }: StepProps): ReactNode => {
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
