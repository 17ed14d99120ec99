import '../panel.css'
import { type CompiledCatalogue, createTexts } from '@busbar/ui/messages'
import { type FakeApi, fakeApi, show } from '@busbar/ui/testing'
import type { ReactNode } from 'react'
import { inject, onTestFinished } from 'vitest'
import type { Texts } from '../texts/messages.ts'
import { TextsProvider } from '../texts/texts-provider.tsx'

const [catalogue = {}] = Object.values(
  import.meta.glob<CompiledCatalogue>('../../messages/en.json', { import: 'default', eager: true }),
)

/** The English texts, so that tests find elements by the texts that are shown. */
export const texts = createTexts(catalogue, 'en') as Texts

/** Renders an element of the panel. */
export const showInPanel = (element: ReactNode): void => void show(<TextsProvider>{element}</TextsProvider>)

export const fakeGateway = (): FakeApi => fakeApi(inject('gatewayExchanges'))

/** Opens an address of the panel, `units/2?count=3`, until the test ends. */
export const openAt = (address: string): void => {
  location.hash = `#/${address}`
  onTestFinished(() => history.replaceState(null, '', location.pathname + location.search))
}
