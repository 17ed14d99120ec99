import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { tokenize } from '../../format/task-words.ts'
import { fill, textFor } from '../../texts/texts.ts'
import { useTexts } from '../../texts/texts-provider.tsx'

export type TaskCheck = AnswerOf<'tasks.check'>

const checkMs = 400

interface Props {
  text: string
  onChange: (text: string) => void
  onChecked: (check: TaskCheck) => void
}

/** The text of a task, coloured, with its mistake at its line: by the compiler of the gateway. */
export const TaskEditor = ({ text, onChange, onChecked }: Props): ReactNode => {
  const { tasks, compileCodes } = useTexts()
  const [check, setCheck] = useState<TaskCheck | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      void call('tasks.check', { text }).then(
        (result) => {
          if (isOver) return
          setCheck(result)
          onChecked(result)
        },
        () => undefined,
      )
    }, checkMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text, onChecked])
  const problem = check?.problem ?? null
  const lines = text.split('\n')
  const problemText = problem === null ? null : textFor(compileCodes, problem.code)
  return (
    <div className="stack">
      <div className="editor">
        <div className="lines" aria-hidden="true">
          {lines.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={at} className={problem?.line === at + 1 ? 'bad' : ''}>
              {at + 1}
            </div>
          ))}
        </div>
        <div className="text">
          <pre aria-hidden="true">
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              <div key={at} className={problem?.line === at + 1 ? 'bad-line' : ''}>
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
            aria-invalid={problem !== null}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      <p role="status">
        {problem === null ? (
          <span className="quiet">
            {check === null
              ? tasks.checking
              : fill(tasks.right, { period: check.periodMs ?? 0, bytes: check.heapBytes ?? 0 })}
          </span>
        ) : (
          <span className="said-critical">
            {problem.line === null ? '' : `${fill(tasks.line, { line: problem.line })} `}
            {problemText}
          </span>
        )}
      </p>
    </div>
  )
}
