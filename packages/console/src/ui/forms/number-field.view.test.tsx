import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { language } from '../../data/state/preferences.ts'
import { showInConsole, texts } from '../../testing/view.tsx'
import { NumberField, type NumberFieldProps } from './number-field.tsx'

const { wrongValue } = texts.device
const field = page.getByLabelText('Power')

const showField = (props: Partial<NumberFieldProps> = {}) => {
  const values: string[] = []
  const submitted: (string | null)[] = []
  showInConsole(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted.push(new FormData(event.currentTarget).get('power') as string | null)
      }}
    >
      <NumberField label="Power" name="power" onChange={(value) => values.push(value)} {...props} />
      <button type="submit">Send</button>
    </form>,
  )
  return { values, submitted }
}
const send = () => page.getByRole('button', { name: 'Send' }).click()

test('reports plain decimal text and submits it with the form', async () => {
  const { values, submitted } = showField()
  await field.fill('12.5')
  await send()
  expect(values.at(-1)).toBe('12.5')
  expect(submitted).toEqual(['12.5'])
})

test('keeps every digit of a long number', async () => {
  const { submitted } = showField()
  await field.fill('18446744073709551615')
  await send()
  expect(submitted).toEqual(['18446744073709551615'])
})

for (const [typed, props, message] of [
  ['abc', {}, wrongValue.notNumber],
  ['12 kW', {}, wrongValue.notNumber],
  ['1.5', { isWhole: true }, wrongValue.notWhole],
  ['9', { min: 10 }, wrongValue.atLeast({ min: '10' })],
  ['11', { max: 10 }, wrongValue.atMost({ max: '10' })],
] as const)
  test(`refuses ${typed} with ${JSON.stringify(props)}`, async () => {
    const { submitted } = showField(props)
    await field.fill(typed)
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(message)
    await send()
    expect(submitted).toEqual([])
  })

test('takes a hexadecimal number, and shows it in decimal once the user leaves the field', async () => {
  const { values } = showField()
  await field.fill('0x10')
  await userEvent.keyboard('{Tab}')
  expect(values.at(-1)).toBe('16')
  await expect.element(field).toHaveValue('16')
})

test('shows no error before the user leaves the field', async () => {
  showField({ min: 10 })
  await field.fill('1')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
})

test('offers both readings of 1,500 by keyboard and submits the chosen one', async () => {
  const { values, submitted } = showField()
  await field.fill('1,500')
  expect(values.at(-1)).toBe('NaN')
  await send()
  expect(submitted).toEqual([])
  await field.click()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('1.5')
  await send()
  expect(submitted).toEqual(['1.5'])
})

test('reads 1,5 in Polish as 1.5 and formats with a comma', async () => {
  language.set('pl')
  const { values } = showField({ defaultValue: '2.5' })
  await expect.element(field).toHaveValue('2,5')
  await field.fill('1,5')
  expect(values.at(-1)).toBe('1.5')
  language.set('en')
})

test('follows a value that changes elsewhere', async () => {
  const { values } = showField({ value: '7' })
  await expect.element(field).toHaveValue('7')
  await field.fill('8')
  expect(values).toEqual(['8'])
})
