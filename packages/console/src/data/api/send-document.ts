import { ApiError } from './api-error.ts'
import type { AnswerOf } from './api-query.ts'

type ImportAnswer = AnswerOf<'transfer', 'import'>
type ImportSwitches = Partial<Record<'plan' | 'startPolling' | 'allowWriting' | 'startAlerts', boolean>>

/** Sends a document of an organization as it stands in its file: what is in it only the service judges. */
export const sendDocument = async (
  orgId: number,
  document: object,
  switches: ImportSwitches,
): Promise<ImportAnswer> => {
  const query = new URLSearchParams(Object.entries(switches).map(([name, isOn]) => [name, String(isOn)]))
  const { sessionFetch } = await import('./api.ts')
  const response = await sessionFetch(`/api/v1/org/${orgId}/import/?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  const answer = (await response.json()) as ImportAnswer & { errorCode?: string; errorMessage?: string }
  if (response.ok) return answer
  const { errorCode: code = 'Unreadable', errorMessage: message = '' } = answer
  throw new ApiError({ code, message, status: response.status })
}
