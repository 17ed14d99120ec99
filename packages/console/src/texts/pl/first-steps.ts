import type { TextsOf } from '../texts.ts'

export const firstSteps: TextsOf<'firstSteps'> = {
  title: 'Aż zadziała pierwszy alarm',
  hide: 'Ukryj',
  done: 'gotowe',
  sample: 'Symulowany obiekt',
  sampleHelp:
    'Przykładowa organizacja z obiektami, które żyją i psują się jak prawdziwe, do prób z alarmami i pulpitami. Można ją usunąć.',
  addSample: 'Uruchom symulację',
  added: 'Przykładowa organizacja jest gotowa. Wybierz ją na górze nawigacji.',
  removeSample: 'Usuń symulację',
  removeQuestion: 'Przykładowa organizacja zostanie usunięta ze wszystkim, co w niej odczytano i zrobiono.',
  removed: 'Przykładowa organizacja została usunięta.',
  steps: {
    hasNet: { title: 'Podłącz sieć', help: 'Bramka, która dzwoni, albo adres, z którym się łączymy.' },
    hasReading: { title: 'Zobacz wartość', help: 'Urządzenie odpowiada, a jego wartości są zapisywane.' },
    hasContact: {
      title: 'Wskaż, kto jest powiadamiany',
      help: 'Kontakt z kanałem: e-mail, SMS, Telegram, ntfy, telefon lub webhook.',
    },
    hasAlert: { title: 'Utwórz alarm', help: 'Granica dla wartości; szablony urządzeń proponują kilka.' },
    hasMessage: { title: 'Odbierz wiadomość', help: 'Wyślij próbę z alarmu, w „Kto jest powiadamiany”.' },
  },
}
