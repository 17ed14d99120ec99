import { fill } from '@busbar/ui/messages'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call, type RequestOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import type { Texts } from '../../texts/messages.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Choice, TextField } from '../../ui/forms/fields.tsx'
import { Panel } from '../../ui/layout/page.tsx'

export interface QuestionsProps {
  questions: readonly ImportQuestion[]
  answers: Answers
  onAnswer: (id: string, answer: string) => void
}

/** Questions that the files leave open: unanswered ones first, columns of tables separately. */
export const Questions = ({ questions, answers, onAnswer }: QuestionsProps): ReactNode => {
  const { imports } = useTexts()
  const columns = questions.filter(({ code }) => code === 'column')
  const others = questions.filter(({ code }) => code !== 'column')
  const open = others.filter((one) => one.default === null)
  const ordered = [...open, ...others.filter((one) => one.default !== null)]
  return (
    <Panel title={imports.asked}>
      <div className="flex flex-col gap-5 px-4 pb-4">
        {ordered.length > 0 && (
          <div className="grid gap-4 lg:grid-cols-2">
            {ordered.map((question) => (
              <Question key={question.id} question={question} answer={answers[question.id]} onAnswer={onAnswer} />
            ))}
          </div>
        )}
        {columns.length > 0 && (
          <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <legend className="mb-2 text-sm font-medium">{imports.columns}</legend>
            {columns.map(({ id, args, choices, default: usual }) => (
              <Choice
                key={id}
                label={args['column'] ?? ''}
                value={answers[id] ?? usual ?? ''}
                options={choices.map(({ value, label }) => [value, choiceText(imports, value, label)] as const)}
                onChange={(answer) => onAnswer(id, answer)}
              />
            ))}
          </fieldset>
        )}
      </div>
    </Panel>
  )
}

interface QuestionProps {
  question: ImportQuestion
  answer: string | undefined
  onAnswer: QuestionsProps['onAnswer']
}

const other = '\u0000'

const Question = ({ question, answer, onAnswer }: QuestionProps): ReactNode => {
  const { imports } = useTexts()
  const { id, choices, isFree, default: usual } = question
  const label = questionText(imports, question)
  const isListed = choices.some(({ value }) => value === answer)
  const [isOther, setIsOther] = useState(answer !== undefined && answer !== '' && !isListed)
  if (choices.length === 0)
    return <TextAnswer label={label} answer={answer ?? ''} onAnswer={(text) => onAnswer(id, text)} />
  const listed = choices.map(({ value, label: name }) => [value, choiceText(imports, value, name)] as const)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Choice
        label={label}
        value={isOther ? other : (answer ?? usual ?? '')}
        options={[
          ...(usual === null ? [['', `— ${imports.isOpen} —`] as const] : []),
          ...listed,
          ...(isFree ? [[other, imports.address] as const] : []),
        ]}
        onChange={(value) => {
          setIsOther(value === other)
          onAnswer(id, value === other ? '' : value)
        }}
      />
      {isOther && (
        <TextAnswer label={imports.addressLabel} answer={answer ?? ''} onAnswer={(text) => onAnswer(id, text)} />
      )}
    </div>
  )
}

/** It is an answer when the field is left: half an address is none. */
const TextAnswer = ({
  label,
  answer,
  onAnswer,
}: {
  label: string
  answer: string
  onAnswer: (text: string) => void
}): ReactNode => {
  const [text, setText] = useState(answer)
  const give = (): void => {
    if (text.trim() !== answer) onAnswer(text.trim())
  }
  return (
    <TextField
      label={label}
      value={text}
      maxLength={500}
      onChange={({ target }) => setText(target.value)}
      onBlur={give}
      onKeyDown={({ key }) => {
        if (key === 'Enter') give()
      }}
    />
  )
}

const choiceText = ({ choices }: Texts['imports'], value: string, label: string): string =>
  Object.hasOwn(choices, value) ? choices[value as keyof typeof choices] : label

const questionText = ({ questionTexts }: Texts['imports'], { code, args, text }: ImportQuestion): string =>
  Object.hasOwn(questionTexts, code) ? fill(questionTexts[code as keyof typeof questionTexts], args) : text

type ImportRequest = RequestOf<'importConfig', 'run'>
export type ImportFile = ImportRequest['files'][number]
export type ImportOutcome = AnswerOf<'importConfig', 'run'>
export type ImportNote = ImportOutcome['notes'][number]
type ImportQuestion = ImportOutcome['questions'][number]
export type ImportFormat = NonNullable<ImportRequest['format']>
type Answers = Readonly<Record<string, string>>

/** Files with answers: the outcome is computed again with each change, and nothing is stored before `store`. */
export const useImport = (isTemplatesOnly: boolean, onStored: (outcome: ImportOutcome) => void) => {
  const { orgId } = useOrg()
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly ImportFile[]>([])
  const [format, setFormat] = useState<ImportFormat | ''>('')
  const [answers, setAnswers] = useState<Answers>({})
  const request = {
    orgId,
    files: [...files],
    answers: { ...answers },
    isTemplatesOnly,
    ...(format !== '' && { format }),
  }
  const dry = useQuery<ImportOutcome, ApiError>({
    queryKey: ['importConfig', 'run', request],
    queryFn: ({ signal }) => call('importConfig', 'run', { ...request, isDry: true }, signal),
    enabled: files.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const store = useMutation<ImportOutcome, ApiError, { startPolling: boolean }>({
    mutationFn: ({ startPolling }) => call('importConfig', 'run', { ...request, startPolling, isDry: false }),
    onSuccess: async (outcome) => {
      await client.invalidateQueries()
      onStored(outcome)
    },
  })
  const give = (chosen: readonly ImportFile[]): void => {
    setFiles(chosen)
    setAnswers({})
  }
  const answer = (id: string, text: string): void => setAnswers((before) => ({ ...before, [id]: text }))
  const outcome = files.length > 0 ? dry.data : undefined
  const openCount = outcome?.questions.filter((one) => one.default === null && !answers[one.id]).length ?? 0
  return { files, give, format, setFormat, answers, answer, dry, outcome, openCount, store }
}
