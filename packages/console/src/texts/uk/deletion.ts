import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const deletion: TextsOf<'deletion'> = {
  question: (name) => `Видалити: ${name}?`,
  lost: 'Також буде видалено:',
  devices: plural('uk', { one: '# пристрій', few: '# пристрої', many: '# пристроїв' }),
  params: plural('uk', { one: '# параметр', few: '# параметри', many: '# параметрів' }),
  allParams: 'усі параметри',
  readings: 'усі покази',
  uses: 'умови тривог і віджети панелей, які їх використовують',
  forGood: 'Скасувати це неможливо.',
  typeName: (name) => `Щоб продовжити, введіть назву: ${name}`,
}
