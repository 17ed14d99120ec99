import type { TextsOf } from '../texts.ts'

export const tryRequest: TextsOf<'tryRequest'> = {
  title: 'API',
  help: 'Wypróbuj API we własnym imieniu: wybierz operację, wypełnij ją i wyślij.',
  reference: 'Opis API',
  group: 'Część',
  operation: 'Operacja',
  optional: (name) => `${name} (opcjonalnie)`,
  body: 'Treść (JSON)',
  noJson: (why) => `To nie jest JSON: ${why}`,
  missing: (name) => `Potrzebne jest: ${name}.`,
  terminal: 'To samo w terminalu, z kluczem API',
  send: 'Wyślij',
  sendWrite: (method) => `Wyślij ${method}…`,
  question: (method, path) =>
    `${method} ${path} może coś trwale zmienić lub usunąć. Dzieje się to w Twoim imieniu i trafia do dziennika. Wysłać?`,
  answer: 'Odpowiedź',
  took: (ms) => `${ms} ms`,
  noAnswer: 'Nie było odpowiedzi. Zanim wyślesz ponownie, sprawdź, czy zostało wykonane.',
  noText: 'Odpowiedzią jest plik, którego tu się nie pokazuje. Pobierze go wiersz dla terminala.',
  cut: 'Odpowiedź jest dłuższa, niż można tu pokazać.',
}
