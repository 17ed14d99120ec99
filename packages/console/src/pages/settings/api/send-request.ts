import { type FetchRequest, shownAnswer } from '@busbar/wire/tried'

/** What came back, as far as a page can show it. */
export interface TriedAnswer {
  status: number
  tookMs: number
  /** Null where it is no text: files are for programs. */
  text: string | null
  type: string
  isCut: boolean
}

const charactersMax = 1_000_000

/** Not more than that, however much comes. */
const readText = async (response: Response): Promise<{ text: string; isComplete: boolean }> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  for (let text = ''; ; ) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return { text, isComplete: true }
    text += decoder.decode(value, { stream: true })
    if (text.length <= charactersMax) continue
    await reader?.cancel()
    return { text, isComplete: false }
  }
}

/** Sends it as who is signed in. Null where no answer came. */
export const sendRequest = async ({ url, init }: FetchRequest): Promise<TriedAnswer | null> => {
  const { sessionFetch } = await import('../../../api/api.ts')
  const begunMs = performance.now()
  try {
    const response = await sessionFetch(url, init)
    const type = response.headers.get('content-type') ?? ''
    const facts = { status: response.status, type, tookMs: Math.round(performance.now() - begunMs) }
    if (!/^(application\/(json|x-ndjson|.*\+json)|text\/)/.test(type) && type !== '') {
      await response.body?.cancel()
      return { ...facts, text: null, isCut: false }
    }
    const { text, isComplete } = await readText(response)
    const shown = shownAnswer(text, type)
    return { ...facts, text: shown.text, isCut: shown.isCut || !isComplete }
  } catch {
    return null
  }
}
