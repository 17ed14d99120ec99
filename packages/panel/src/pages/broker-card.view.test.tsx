import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeGateway, showInPanel, texts } from '../testing/view.tsx'
import { BrokerCard } from './broker-card.tsx'

const { broker: words } = texts
const address = page.getByLabelText(words.address)
const save = page.getByRole('button', { name: words.save, exact: true })

const stored = {
  url: 'mqtts://broker.example',
  user: 'box',
  hasPassword: true,
  root: null,
  version: 5,
  qos: 1,
  retain: true,
  ca: null,
  clientCert: null,
  hasClientKey: false,
}

const showCard = (broker: object | null = null) => {
  const api = fakeGateway()
  api.change('mqtt.status', { broker })
  showInPanel(<BrokerCard />)
  return api
}

test('saves a broker with a password', async () => {
  const api = showCard()
  await expect.element(save).toBeDisabled()
  await address.fill('mqtts://broker.example:8884')
  await page.getByLabelText(words.user, { exact: true }).fill('box')
  await page.getByLabelText(words.password, { exact: true }).fill('secret')
  await save.click()
  await expect.element(page.getByText(words.saved)).toBeVisible()
  expect(api.bodies('mqtt.set')).toEqual([
    {
      url: 'mqtts://broker.example:8884',
      user: 'box',
      password: 'secret',
      root: null,
      version: 5,
      qos: 1,
      retain: true,
      ca: null,
      clientCert: null,
      clientKey: null,
    },
  ])
})

test('keeps a stored password unless another one is typed', async () => {
  const api = showCard(stored)
  await expect.element(page.getByText(words.keeps)).toBeVisible()
  await page.getByLabelText(words.retain).click()
  await save.click()
  await expect.poll(() => api.bodies('mqtt.set')).toHaveLength(1)
  expect(api.bodies('mqtt.set')[0]).toMatchObject({ retain: false })
  expect(api.bodies('mqtt.set')[0]).not.toHaveProperty('password')
})

test('warns of an address without encryption, and refuses what is no address', async () => {
  showCard()
  await address.fill('mqtt://broker.example')
  await expect.element(page.getByText(words.plain)).toBeVisible()
  await expect.element(save).toBeEnabled()
  await address.fill('http://broker.example')
  await expect.element(save).toBeDisabled()
})

test('removes a broker after a confirmation', async () => {
  const api = showCard(stored)
  await page.getByRole('button', { name: words.remove }).click()
  const dialog = page.getByRole('dialog', { name: words.removeTitle })
  await dialog.getByRole('button', { name: texts.common.cancel }).click()
  expect(api.bodies('mqtt.remove')).toEqual([])
  await page.getByRole('button', { name: words.remove }).click()
  await dialog.getByRole('button', { name: words.remove }).click()
  await expect.poll(() => api.bodies('mqtt.remove')).toHaveLength(1)
})
