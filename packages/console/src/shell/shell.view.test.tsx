import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { language, theme } from '../data/state/preferences.ts'
import { fakeCloud, showPage, texts } from '../testing/view.tsx'

const { common, orgSettings, palette, shell } = texts

describe('preferences', () => {
  test('the language changes the texts at once', async () => {
    fakeCloud()
    showPage('/settings')
    await page.getByRole('button', { name: shell.account }).click()
    await page.getByRole('combobox', { name: shell.language }).selectOptions('Polski')
    await expect.poll(() => document.documentElement.lang).toBe('pl')
    await expect.element(page.getByRole('button', { name: shell.account })).not.toBeInTheDocument()
    language.set('en')
    await expect.poll(() => document.documentElement.lang).toBe('en')
  })

  test('the appearance is stored', async () => {
    fakeCloud()
    showPage('/settings')
    await page.getByRole('button', { name: shell.account }).click()
    await page.getByRole('group', { name: shell.theme }).getByText(shell.themeDark).click()
    expect(theme.get()).toBe('dark')
    theme.set('system')
  })
})

describe('the palette', () => {
  test('opens with Ctrl+K, finds a page, and leads there by keyboard alone', async () => {
    fakeCloud()
    showPage('/settings/profile')
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    const dialog = page.getByRole('dialog', { name: palette.title })
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard(shell.reports)
    await expect.element(dialog.getByRole('option', { name: shell.reports }).first()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1, name: shell.reports })).toBeVisible()
  })

  test('reports that nothing has the typed name, and closes with Escape', async () => {
    fakeCloud()
    showPage('/settings/profile')
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('qqqq')
    await expect.element(page.getByText(palette.nothing({ typed: 'qqqq' }))).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: palette.title })).not.toBeInTheDocument()
  })
})

describe('the organization', () => {
  test('is renamed', async () => {
    const api = fakeCloud()
    showPage('/settings/organization')
    const name = page.getByRole('textbox', { name: orgSettings.name, exact: true }).first()
    await expect.element(name).toHaveValue('Riverside Works')
    await name.fill('Riverside')
    const form = (name.element() as HTMLInputElement).form
    if (form === null) throw new Error('the field is outside of a form')
    await page.elementLocator(form).getByRole('button', { name: common.save }).click()
    await expect.poll(() => api.bodies('orgs.change')).toMatchObject([{ name: 'Riverside' }])
  })
})
