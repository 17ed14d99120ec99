import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const deletion: TextsOf<'deletion'> = {
  question: (name) => `Usunąć: ${name}?`,
  lost: 'Usunięte zostaną także:',
  devices: plural('pl', { one: '# urządzenie', few: '# urządzenia', many: '# urządzeń' }),
  params: plural('pl', { one: '# parametr', few: '# parametry', many: '# parametrów' }),
  allParams: 'wszystkie parametry',
  readings: 'wszystkie odczyty',
  uses: 'warunki alarmów i widżety pulpitów, które ich używają',
  forGood: 'Tego nie można cofnąć.',
  typeName: (name) => `Aby kontynuować, wpisz nazwę: ${name}`,
}
