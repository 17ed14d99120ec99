import { textFor } from '@busbar/ui/messages'
import { type ReactNode, useEffect, useState } from 'react'
import { type AnswerOf, call } from '../api/api.ts'
import { useTexts } from '../texts/texts-provider.tsx'

export type TaskCheck = AnswerOf<'tasks.check'>

const checkMs = 400

interface Props {
  /** The file name under which the task would run. */
  name: string
  text: string
  onChange: (text: string) => void
  onChecked: (check: { readonly text: string; readonly result: TaskCheck }) => void
}

/** A text field with highlighted syntax. The gateway's compiler checks the text, and every problem is marked at its line. */
export const TaskEditor = ({ name, text, onChange, onChecked }: Props): ReactNode => {
  const { tasks, compileCodes } = useTexts()
  const [check, setCheck] = useState<TaskCheck | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      void call('tasks.check', { text, file: name }).then(
        (result) => {
          if (isOver) return
          setCheck(result)
          onChecked({ text, result })
        },
        () => undefined,
      )
    }, checkMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [name, text, onChecked])
  const problems = check?.problems ?? []
  const isFaulty = (line: number): boolean => problems.some((problem) => problem.line === line)
  const lines = text.split('\n')
  return (
    <div className="stack">
      <div className="editor">
        <div className="lines" aria-hidden="true">
          {lines.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={at} className={isFaulty(at + 1) ? 'bad' : ''}>
              {at + 1}
            </div>
          ))}
        </div>
        <div className="text">
          <pre aria-hidden="true">
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              <div key={at} className={isFaulty(at + 1) ? 'bad-line' : ''}>
                {tokenize(line).map((token, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
                  <span key={index} className={token.kind}>
                    {token.text}
                  </span>
                ))}
                {'\n'}
              </div>
            ))}
          </pre>
          <textarea
            aria-label={tasks.text}
            aria-invalid={problems.length > 0}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      <div role="status">
        {problems.length === 0 ? (
          <p className="quiet">
            {check === null
              ? tasks.checking
              : tasks.right({ period: check.periodMs ?? 0, bytes: check.heapBytes ?? 0 })}
          </p>
        ) : (
          problems.map(({ line, code }) => (
            <p key={`${line} ${code}`} className="said-critical">
              {line === null ? '' : `${tasks.line({ line })} `}
              {textFor(compileCodes, code)}
            </p>
          ))
        )}
        {check?.warnings.map(({ line, item, unit }) => (
          <p key={`warning ${line}`} className="said-warning">
            {tasks.line({ line })} {tasks.runUndone({ item, unit })}
          </p>
        ))}
      </div>
    </div>
  )
}

interface TaskToken {
  readonly text: string
  readonly kind: 'word' | 'type' | 'comment' | ''
}

const words =
  /#.*|"[^"]*"?|\b(?:TASK|PERIOD|DEF|PUT|IF|DO|CALL|GOTO|RETURN|SMS|CRC|ELSE|ORDER|SAFE|KEEP|REG|PUB|AT|LOG|COND|AND|OR|NOT|MOD|MIN|MAX|ABS|SQRT|RISE|FALL|TON|TOF|VALUE|LAST|OK|AGE|ERR|STR|HEX|TIME|DATE|LEN)\b|\b(?:BIT|[US](?:8|16|32|64)|F32|F64)\b/g

/** A line of a task, cut into what is coloured and what is not. */
const tokenize = (line: string): TaskToken[] => {
  const tokens: TaskToken[] = []
  let from = 0
  for (const found of line.matchAll(words)) {
    const [text] = found
    const at = found.index
    if (at > from) tokens.push({ text: line.slice(from, at), kind: '' })
    tokens.push({ text, kind: kindOf(text) })
    from = at + text.length
  }
  if (from < line.length) tokens.push({ text: line.slice(from), kind: '' })
  return tokens
}

const kindOf = (text: string): TaskToken['kind'] => {
  if (text.startsWith('#')) return 'comment'
  if (text.startsWith('"')) return ''
  return /^(BIT|[USF]\d+)$/.test(text) ? 'type' : 'word'
}
