import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeCloud, showPage, texts } from '../../testing/view.tsx'

const { alertForm, common } = texts
const name = page.getByLabelText(common.name, { exact: true })
const save = page.getByRole('button', { name: common.save })

test('the settings of an alert are saved as they are shown', async () => {
  const api = fakeCloud()
  showPage('/alerts/1/rule')
  await expect.element(name).toHaveValue('Too hot')
  await name.fill('Much too hot')
  await save.first().click()
  await expect.poll(() => api.bodies('alerts.change')).toHaveLength(1)
  expect(api.bodies('alerts.change')[0]).toMatchObject({
    name: 'Much too hot',
    conditionLogic: 'any',
    conditions: [{ paramId: 2, kind: 'g', value: 250 }],
  })
})

test('what the service refuses is shown at its field, and the input stays', async () => {
  const api = fakeCloud()
  showPage('/alerts/1/rule')
  await expect.element(name).toHaveValue('Too hot')
  api.reply('alerts.change', {
    result: 'error',
    errors: { holdOffSec: 'must be a whole number from 0 to 86400', 'conditions.0.value': 'is needed' },
  })
  const holdOff = page.getByLabelText(alertForm.holdOff)
  await holdOff.fill('90000')
  await save.first().click()
  await expect.element(holdOff).toHaveAccessibleDescription(alertForm.wrong.whole({ min: '0', max: '86400' }))
  await expect.element(page.getByText(alertForm.wrong.needed)).toBeVisible()
  await expect.element(page.getByText(alertForm.fixFields)).toBeVisible()
  await expect.element(holdOff).toHaveValue('90000')
})

test('a viewer sees an alert, and cannot change it', async () => {
  const api = fakeCloud()
  api.reply('sessions.userOrgs', [{ orgId: 1, orgName: 'Riverside Works', userRole: 'viewer' }])
  showPage('/alerts/1/rule')
  await expect.element(name).toHaveValue('Too hot')
  await expect.element(name).toBeDisabled()
  await expect.element(save).not.toBeInTheDocument()
})

test('a condition without a parameter is not sent', async () => {
  const api = fakeCloud()
  showPage('/alerts/new')
  await name.fill('Pump')
  await page.getByRole('button', { name: alertForm.create }).click()
  await expect.element(page.getByText(alertForm.chooseParam).first()).toBeVisible()
  expect(api.bodies('alerts.create')).toEqual([])
})

test('asks before a changed alert is left', async () => {
  fakeCloud()
  showPage('/alerts/1/rule')
  await expect.element(name).toHaveValue('Too hot')
  await name.fill('Much too hot')
  await page.getByRole('link', { name: texts.shell.overview, exact: true }).first().click()
  const question = page.getByRole('dialog')
  await expect.element(question).toBeVisible()
  await question.getByRole('button').first().click()
  await expect.element(name).toHaveValue('Much too hot')
})
