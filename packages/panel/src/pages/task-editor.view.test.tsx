import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeGateway, showInPanel, texts } from '../testing/view.tsx'
import { type TaskCheck, TaskEditor } from './task-editor.tsx'

const { tasks, compileCodes } = texts
const field = page.getByRole('textbox', { name: tasks.text })

const Editor = ({ text, onChecked = () => {} }: { text: string; onChecked?: (text: string) => void }): ReactNode => {
  const [typed, setTyped] = useState(text)
  const [report] = useState(
    () =>
      ({ text: checked }: { text: string; result: TaskCheck }) =>
        onChecked(checked),
  )
  return <TaskEditor name="OVEN.TSK" text={typed} onChange={setTyped} onChecked={report} />
}

const tokens = (): [text: string | null, kind: string][] =>
  Array.from(document.querySelectorAll('.editor pre span'), ({ textContent, className }) => [textContent, className])

test('highlights words and types, but neither names nor texts', async () => {
  fakeGateway()
  showInPanel(<Editor text={'DEF volts U16 AT 12:H 40 # "DEF"\n"IF'} />)
  await expect.element(field).toBeInTheDocument()
  expect(tokens()).toEqual([
    ['DEF', 'word'],
    [' volts ', ''],
    ['U16', 'type'],
    [' ', ''],
    ['AT', 'word'],
    [' 12:H 40 ', ''],
    ['# "DEF"', 'comment'],
    ['"IF', ''],
  ])
})

test('reports the period and the memory of a task without mistakes', async () => {
  const api = fakeGateway()
  showInPanel(<Editor text="TASK 1 PERIOD 1000" />)
  await expect.element(page.getByText(tasks.right({ period: 1000, bytes: 18 }))).toBeVisible()
  expect(api.bodies('tasks.check')).toEqual([{ text: 'TASK 1 PERIOD 1000', file: 'OVEN.TSK' }])
})

test('marks the lines of all problems', async () => {
  const api = fakeGateway()
  const problems = [
    { line: 2, code: 'ERROR_ITEM_UNDECLARED' },
    { line: 3, code: 'ERROR_EXPECTED_EOL' },
  ]
  api.change('tasks.check', { problems, problem: problems[0] })
  showInPanel(<Editor text={'TASK 1 PERIOD 1000\nPUT x 1\nDO RETURN RETURN'} />)
  await expect.element(page.getByText(compileCodes.ERROR_ITEM_UNDECLARED)).toBeVisible()
  await expect.element(page.getByText(compileCodes.ERROR_EXPECTED_EOL)).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  const marked = Array.from(document.querySelectorAll('.editor .lines .bad'), ({ textContent }) => textContent)
  expect(marked).toEqual(['2', '3'])
})

test('checks the latest text only, after a pause in typing', async () => {
  const api = fakeGateway()
  const checked: string[] = []
  showInPanel(<Editor text="" onChecked={(text) => checked.push(text)} />)
  await field.fill('TASK 1')
  await field.fill('TASK 1 PERIOD 500')
  await expect.poll(() => checked.at(-1)).toBe('TASK 1 PERIOD 500')
  expect(api.bodies('tasks.check').at(-1)).toMatchObject({ text: 'TASK 1 PERIOD 500' })
})
