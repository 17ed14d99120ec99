import type { TextsOf } from '../texts.ts'

export const offline: TextsOf<'offline'> = {
  asOf: (time) => `Stan z ${time}, brak połączenia`,
  help: 'Usługa jest nieosiągalna. To ostatnie dane znane na tym urządzeniu; do jej powrotu niczego nie można zmienić.',
  newVersion: 'Nowa wersja',
  reload: 'Odśwież',
}
