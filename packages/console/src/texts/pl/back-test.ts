import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const backTest: TextsOf<'backTest'> = {
  title: 'Jak zadziałałby ten alarm',
  help: 'Wypróbuj alarm w obecnej postaci na wcześniejszych odczytach. Nic nie zostanie zapisane ani wysłane.',
  incomplete: 'Wybierz parametr dla każdego warunku, a alarm będzie można wypróbować na wcześniejszych odczytach.',
  span: 'Jak daleko wstecz',
  spans: { 1: 'Ostatnie 24 godziny', 7: 'Ostatnie 7 dni', 30: 'Ostatnie 30 dni' },
  running: 'Przeglądanie odczytów…',
  never: 'Nie byłby aktywny ani razu.',
  times: plural('pl', { one: '# raz', few: '# razy', many: '# razy' }),
  told: (times, span) => `Byłby aktywny ${times}, łącznie ${span}.`,
  messages: plural('pl', {
    one: 'Wysłano by # powiadomienie.',
    few: 'Wysłano by # powiadomienia.',
    many: 'Wysłano by # powiadomień.',
  }),
  cut: 'Nie wszystko się tu zmieściło: wybierz krótszy okres lub mniej parametrów.',
  strip: (times) => `Kiedy byłby aktywny: ${times}`,
  list: 'Kiedy byłby aktywny',
  goesOn: 'trwa',
  noReading: 'brak odczytu',
}
