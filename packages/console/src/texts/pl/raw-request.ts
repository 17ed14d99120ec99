export const rawRequest = {
  title: 'Dowolne zapytanie',
  help: 'Jedno zapytanie, wysłane raz; odpowiedź jest pokazana w bajtach i zdekodowana. To, co może zmienić urządzenie, wymaga potwierdzenia i trafia do dziennika.',
  fn: 'Funkcja',
  bytes: 'Zapytanie',
  bytesHint: 'Funkcja i dane jako bajty szesnastkowe, bez adresu i sumy kontrolnej: 2b 0e 01 00.',
  value: 'Wartość',
  send: 'Wyślij',
  sendWrite: 'Wyślij…',
  question: (unit: number, bytes: string) =>
    `Urządzenie ${unit} otrzyma bajty ${bytes}. Mogą zmienić jego działanie. Są wysyłane raz i trafiają do dziennika z twoim nazwiskiem.`,
  answered: (took: string) => `Odpowiedź po ${took}.`,
  functions: {
    1: '1 Odczyt cewek',
    2: '2 Odczyt wejść dyskretnych',
    3: '3 Odczyt rejestrów holding',
    4: '4 Odczyt rejestrów wejściowych',
    5: '5 Zapis cewki',
    6: '6 Zapis rejestru',
    17: '17 Identyfikator urządzenia',
    hex: 'Bajty',
  },
}
