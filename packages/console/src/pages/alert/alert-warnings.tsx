import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { warningText } from './warning-text.rules.ts'

/** What is set of an alert and will not work. */
export const AlertWarnings = ({ alertId }: { alertId: number }): ReactNode => {
  const texts = useTexts()
  const { data } = useQuery(ask('alerts', 'warnings', { alertId }))
  if (data === undefined || data.warnings.length === 0) return null
  return (
    <Notice tone="warning">
      <p className="font-medium">{texts.alertForm.warnings.title}</p>
      <ul className="list-disc pl-5">
        {data.warnings.map((warning) => (
          <li key={warning}>{warningText(texts, warning)}</li>
        ))}
      </ul>
    </Notice>
  )
}
