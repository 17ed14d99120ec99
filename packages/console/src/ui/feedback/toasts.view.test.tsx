import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showInConsole, texts } from '../../testing/view.tsx'
import { toast, useToastAfterClose } from './toasts.tsx'

const region = page.getByRole('region', { name: texts.shell.messages })
const closeAll = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-toasts] button')) button.click()
}
const shownMs = 8000

describe('toasts', () => {
  beforeEach(async () => {
    showInConsole(null)
    await expect.element(region).toBeInTheDocument()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    closeAll()
  })

  test('a success disappears after eight seconds', async () => {
    toast('Saved')
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    vi.advanceTimersByTime(shownMs)
    await expect.element(page.getByText('Saved')).not.toBeInTheDocument()
  })

  test('a failure stays until it is dismissed', async () => {
    toast('Not saved', 'critical')
    const alert = page.getByRole('alert').filter({ hasText: 'Not saved' })
    await expect.element(alert).toBeVisible()
    vi.advanceTimersByTime(100 * shownMs)
    await expect.element(alert).toBeVisible()
    await alert.getByRole('button', { name: texts.common.close }).click()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('stays while the pointer or the focus is on it', async () => {
    toast('Read me')
    await userEvent.hover(page.getByText('Read me'))
    vi.advanceTimersByTime(3 * shownMs)
    await expect.element(page.getByText('Read me')).toBeVisible()
    await userEvent.unhover(page.getByText('Read me'))
    await userEvent.hover(document.body)
    vi.advanceTimersByTime(shownMs)
    await expect.element(page.getByText('Read me')).not.toBeInTheDocument()
  })

  test('shows the latest four successes, and never drops a failure for them', async () => {
    toast('Failure', 'critical')
    for (let number = 1; number <= 6; number += 1) toast(`Success ${number}`)
    await expect.element(page.getByText('Success 6')).toBeVisible()
    const shown = Array.from(document.querySelectorAll('[data-toasts] > div'), ({ textContent }) => textContent)
    expect(shown).toEqual(['Failure', 'Success 3', 'Success 4', 'Success 5', 'Success 6'])
  })

  test('an outcome is shown in a toast only if its dialog is gone', async () => {
    const held: { report?: (text: string) => void } = {}
    const Reporter = ({ isOpen }: { isOpen: boolean }) => {
      const report = useToastAfterClose()
      if (isOpen) held.report = report
      return null
    }
    showInConsole(<Reporter isOpen />)
    await expect.poll(() => held.report).toBeDefined()
    held.report?.('Written')
    expect(page.getByText('Written').query()).toBeNull()
  })
})
