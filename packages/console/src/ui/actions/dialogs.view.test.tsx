import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../data/api/api-error.ts'
import { showInConsole, texts } from '../../testing/view.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { DeleteButton, Losses } from './delete-button.tsx'

const { common, deletion } = texts
const deleteButton = page.getByRole('button', { name: 'Delete device' })

const showDelete = (props: { isTyped?: boolean; isBusy?: boolean; error?: Error | null } = {}) => {
  const deleted: string[] = []
  showInConsole(
    <DeleteButton
      act="Delete device"
      name="Main meter"
      isBusy={props.isBusy ?? false}
      error={props.error ?? null}
      isTyped={props.isTyped ?? false}
      onDelete={() => deleted.push('deleted')}
    >
      <Losses devices={2} params={31} />
    </DeleteButton>,
  )
  return deleted
}
const dialog = page.getByRole('dialog', { name: deletion.question({ name: 'Main meter' }) })

test('asks before it acts, and cancels with the button or Escape', async () => {
  const confirmed: string[] = []
  showInConsole(<ConfirmButton act="Restart" question="It takes seconds." onConfirm={() => confirmed.push('yes')} />)
  const opener = page.getByRole('button', { name: 'Restart' }).first()
  await opener.click()
  await expect.element(page.getByText('It takes seconds.')).toBeVisible()
  await page.getByRole('button', { name: common.cancel }).click()
  await expect.element(page.getByText('It takes seconds.')).not.toBeInTheDocument()
  await opener.click()
  await expect.element(page.getByText('It takes seconds.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('It takes seconds.')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(confirmed).toEqual([])
  await opener.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  expect(confirmed).toEqual(['yes'])
})

test('shows what a deletion loses, and deletes once confirmed', async () => {
  const deleted = showDelete()
  await deleteButton.click()
  await expect.element(dialog.getByText(deletion.params({ count: 31 }))).toBeVisible()
  await expect.element(dialog.getByText(deletion.devices({ count: 2 }))).toBeVisible()
  expect(deleted).toEqual([])
  await dialog.getByRole('button', { name: 'Delete device' }).click()
  expect(deleted).toEqual(['deleted'])
})

test('deletes only when the name was typed, where so much is lost', async () => {
  const deleted = showDelete({ isTyped: true })
  await deleteButton.click()
  const act = dialog.getByRole('button', { name: 'Delete device' })
  await expect.element(act).toBeDisabled()
  const field = dialog.getByRole('textbox')
  await field.fill('Main')
  await userEvent.keyboard('{Enter}')
  await expect.element(act).toBeDisabled()
  await field.fill(' Main meter ')
  await expect.element(act).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  expect(deleted).toEqual(['deleted'])
})

test('forgets the typed name when it is closed', async () => {
  showDelete({ isTyped: true })
  await deleteButton.click()
  await dialog.getByRole('textbox').fill('Main meter')
  await dialog.getByRole('button', { name: common.cancel }).click()
  await deleteButton.click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('')
})

test('shows why the service refused a deletion', async () => {
  showDelete({ error: new ApiError({ code: 'Unknown', message: 'it is in use', status: 400 }) })
  await deleteButton.click()
  await expect.element(dialog.getByText('it is in use')).toBeVisible()
})

test('keeps the focus inside of a dialog', async () => {
  showDelete({ isTyped: true })
  await deleteButton.click()
  await expect.element(dialog).toBeVisible()
  for (let times = 0; times < 8; times += 1) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement
    expect(focused === document.body || focused?.closest('[role=dialog], [data-base-ui-focus-guard]')).toBeTruthy()
  }
})
