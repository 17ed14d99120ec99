import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const map: TextsOf<'map'> = {
  label: 'Mapa sieci',
  keys: 'Strzałki przesuwają mapę, plus i minus zmieniają skalę.',
  zoomIn: 'Powiększ',
  zoomOut: 'Pomniejsz',
  without: plural('pl', {
    one: '# sieć nie ma jeszcze miejsca',
    few: '# sieci nie mają jeszcze miejsca',
    many: '# sieci nie ma jeszcze miejsca',
  }),
  cluster: (count, first, state) => `Sieci blisko siebie: ${count}, najgorsza to ${first}: ${state}. Powiększ.`,
  noPlaces: 'Żadna sieć nie ma jeszcze miejsca',
  noPlacesHelp: 'Podaj je w ustawieniach sieci: wpisz współrzędne albo kliknij na mapie.',
  askManager: 'Miejsca sieciom nadaje menedżer.',
  place: 'Miejsce',
  placeHelp: 'Gdzie znajduje się sieć, dla mapy w przeglądzie. Kliknij na mapie albo wpisz stopnie.',
  latitude: 'Szerokość geograficzna',
  latitudeHint: 'Stopnie na północ, od -90 do 90',
  longitude: 'Długość geograficzna',
  longitudeHint: 'Stopnie na wschód, od -180 do 180',
  wrongDegrees: (max) => `To musi być liczba od -${max} do ${max}.`,
  choose: 'Mapa do wyboru miejsca',
  takeAway: 'Usuń miejsce',
}
