import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeGateway, showInPanel, texts } from '../testing/view.tsx'
import { PasswordForm } from './password-form.tsx'

const { users } = texts

const showForm = () => {
  const api = fakeGateway()
  const done: string[] = []
  showInPanel(<PasswordForm username="admin" max={10} onDone={() => done.push('done')} />)
  return { api, done }
}

test('sets a password that was typed twice', async () => {
  const { api, done } = showForm()
  await page.getByLabelText(users.newPassword).fill('oven-7!')
  await page.getByLabelText(users.repeat).fill('oven-7!')
  await page.getByRole('button', { name: users.set }).click()
  await expect.element(page.getByText(users.changed)).toBeVisible()
  expect(api.bodies('users.setPassword')).toEqual([{ username: 'admin', password: 'oven-7!' }])
  expect(done).toEqual(['done'])
  await expect.element(page.getByLabelText(users.newPassword)).toHaveValue('')
})

test('does not accept passwords that differ, are too short, or have spaces', async () => {
  showForm()
  const [first, second] = [page.getByLabelText(users.newPassword), page.getByLabelText(users.repeat)]
  const button = page.getByRole('button', { name: users.set })
  await first.fill('oven-7!')
  await second.fill('oven-8!')
  await expect.element(page.getByText(users.differ)).toBeVisible()
  await expect.element(button).toBeDisabled()
  for (const wrong of ['oven', 'oven 77', 'longer-than-ten']) {
    await first.fill(wrong)
    await second.fill(wrong)
    await expect.element(first).toHaveAttribute('aria-invalid', 'true')
    await expect.element(button).toBeDisabled()
  }
})

test('keeps what was typed when the gateway refuses it', async () => {
  const { api, done } = showForm()
  api.refuse('users.setPassword', 403, { error: 'ERROR_LEVEL', message: 'level' })
  await page.getByLabelText(users.newPassword).fill('oven-7!')
  await page.getByLabelText(users.repeat).fill('oven-7!')
  await page.getByRole('button', { name: users.set }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(texts.errors.ERROR_LEVEL)
  await expect.element(page.getByLabelText(users.newPassword)).toHaveValue('oven-7!')
  expect(done).toEqual([])
})
