import type { TextsOf } from '../texts.ts'

export const dashboards: TextsOf<'dashboards'> = {
  title: 'Pulpity',
  main: 'Domyślny',
  widgets: 'Widżety',
  none: 'Na tym pulpicie nie ma jeszcze wartości',
  noneHelp: 'Pulpit pokazuje wybrane wartości na jednej stronie. Znajdź parametr powyżej, aby dodać pierwszą.',
  noneHelpViewer: 'Pulpit pokazuje wybrane wartości na jednej stronie. Może je dodać menedżer organizacji.',
  add: 'Dodaj wartość',
  arrange: 'Zmień układ',
  done: 'Gotowe',
  arrangeHelp:
    'Przeciągnij widżet za uchwyt. Z klawiatury: spacja na uchwycie podnosi widżet, strzałki przesuwają, spacja odkłada, Escape przywraca poprzednie miejsce.',
  move: (name) => `Przesuń: ${name}`,
  remove: (name) => `Usuń: ${name}`,
  saidHeld: (name, place, count) =>
    `${name}: podniesiono, miejsce ${place} z ${count}. Strzałki przesuwają, spacja odkłada, Escape przywraca.`,
  saidMoved: (name, place, count) => `${name}, miejsce ${place} z ${count}`,
  saidDropped: (name, place, count) => `${name}: odłożono na miejsce ${place} z ${count}.`,
  saidCancelled: (name) => `${name}: z powrotem na swoim miejscu.`,
  lastDay: (name) => `${name} w ciągu ostatnich 24 godzin`,
  notRead: 'Jeszcze nie odczytano',
  new: 'Nowy pulpit',
  create: 'Utwórz',
  settings: 'Ustawienia',
  columns: 'Kolumny',
  columnsHelp: 'Na szerokim ekranie, od 1 do 12.',
  refresh: 'Odświeżanie co, s',
  refreshHelp: 'Nowe odczyty są i tak pokazywane od razu.',
  delete: 'Usuń pulpit',
  deleteQuestion: 'Pulpit zostanie usunięty. Parametry i ich odczyty pozostaną.',
}
