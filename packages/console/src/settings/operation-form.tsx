import { curlOf, type FetchRequest, type Group, requestOf, shownAnswer, triedOperation } from '@busbar/wire/tried'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOrg } from '../data/api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { ConfirmButton } from '../ui/actions/confirm-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { TextArea, TextField } from '../ui/forms/fields.tsx'
import { Panel } from '../ui/layout/page.tsx'

/** Answer to a request, as far as a page can show it. */
interface TriedAnswer {
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
const sendRequest = async ({ url, init }: FetchRequest): Promise<TriedAnswer | null> => {
  const { sessionFetch } = await import('../data/api/api.ts')
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

type OperationEntry = Group['all'][number]

/** An operation with its parameters, the command line, and the answer. */
export const OperationForm = ({ entry, prefix }: { entry: OperationEntry; prefix: string }): ReactNode => {
  const { tryRequest: texts } = useTexts()
  const { orgId } = useOrg()
  const queries = useQueryClient()
  const operation = triedOperation(entry, prefix)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ orgId: String(orgId) })
  const [body, setBody] = useState(operation.body === null ? '' : JSON.stringify(operation.body, null, 2))
  const [answer, setAnswer] = useState<TriedAnswer | null | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const request = requestOf(operation, { values, body }, { origin: location.origin })
  const isReading = operation.method === 'GET'
  const send = async (): Promise<void> => {
    if ('problem' in request) return
    setIsBusy(true)
    setAnswer(await sendRequest(request))
    setIsBusy(false)
    // Cached data of other pages may be outdated.
    if (!isReading) await queries.invalidateQueries()
  }
  const problem = 'problem' in request ? request.problem : null
  return (
    <>
      <Panel title={entry.operation.summary}>
        <div className="flex flex-col gap-3 px-4 pb-4">
          <p className="font-mono text-sm break-all">
            <b>{operation.method}</b> {operation.path}
          </p>
          {entry.operation.description !== undefined && (
            <p lang="en" className="text-sm text-quiet">
              {entry.operation.description.replaceAll('`', '')}
            </p>
          )}
          {operation.parameters.length > 0 && (
            <div className="grid gap-3 md:grid-cols-2">
              {operation.parameters.map(({ name, required, about, example }) => (
                <TextField
                  key={name}
                  label={required ? name : texts.optional({ name })}
                  hint={about.replaceAll('`', '')}
                  placeholder={example ?? ''}
                  autoComplete="off"
                  spellCheck={false}
                  value={values[name] ?? ''}
                  onChange={(event) => setValues((was) => ({ ...was, [name]: event.target.value }))}
                />
              ))}
            </div>
          )}
          {operation.takesJson && (
            <TextArea
              label={texts.body}
              rows={Math.min(16, Math.max(3, body.split('\n').length))}
              className="[&_textarea]:font-mono"
              spellCheck={false}
              value={body}
              error={problem?.kind === 'json' ? texts.noJson({ why: problem.why }) : undefined}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
          {problem?.kind === 'missing' && <p className="text-sm text-quiet">{texts.missing({ name: problem.name })}</p>}
          {!('problem' in request) && <Curl text={curlOf(request)} />}
          <div>
            {isReading || problem !== null ? (
              <Button
                variant="primary"
                icon={Send}
                isBusy={isBusy}
                disabled={problem !== null}
                onClick={() => void send()}
              >
                {texts.send}
              </Button>
            ) : (
              <ConfirmButton
                act={texts.sendWrite({ method: operation.method })}
                question={texts.question({ method: operation.method, path: operation.path })}
                isBusy={isBusy}
                onConfirm={() => void send()}
              />
            )}
          </div>
        </div>
      </Panel>
      {answer !== undefined && <Answer answer={answer} />}
    </>
  )
}

const Curl = ({ text }: { text: string }): ReactNode => {
  const { tryRequest: texts, sharing } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm font-medium">{texts.terminal}</span>
        {'clipboard' in navigator && <Button onClick={copy}>{isCopied ? sharing.copied : sharing.copy}</Button>}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={texts.terminal}
        className="overflow-x-auto rounded-part border border-line bg-muted-soft px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
    </div>
  )
}

const Answer = ({ answer }: { answer: TriedAnswer | null }): ReactNode => {
  const { tryRequest: texts } = useTexts()
  if (answer === null) return <Notice tone="unknown">{texts.noAnswer}</Notice>
  const { status, tookMs, text, type, isCut } = answer
  return (
    <Panel title={texts.answer} aside={<span className="text-sm text-quiet">{texts.took({ ms: tookMs })}</span>}>
      <div role="status" className="flex flex-col gap-2 px-4 pb-4 text-sm">
        <p>
          <b className={status < 400 ? 'text-ok-text' : 'text-critical-text'}>{status}</b>{' '}
          <span className="text-quiet">{type}</span>
        </p>
        {text === null ? (
          <p>{texts.noText}</p>
        ) : (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            tabIndex={0}
            aria-label={texts.answer}
            className="max-h-[60vh] overflow-auto rounded-part border border-line bg-muted-soft px-3 py-2 font-mono text-xs"
          >
            {text}
          </pre>
        )}
        {isCut && <p className="text-quiet">{texts.cut}</p>}
      </div>
    </Panel>
  )
}
