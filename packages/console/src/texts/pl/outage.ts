import type { TextsOf } from '../texts.ts'

export const outage: TextsOf<'outage'> = {
  act: 'Przerwy',
  of: (name: string) => `Przerwy: ${name}`,
  help: 'Każda przerwa jest w historii. Ludzi powiadamia zasada eskalacji, także o jej końcu.',
  after: 'Nieobecna co najmniej, min',
  who: 'Kto jest powiadamiany',
  nobody: 'Nikt nie jest powiadamiany o przerwach',
  told: (policy: string, minutes: number) => `Przerwy: ${policy}, po ${minutes} min`,
}
