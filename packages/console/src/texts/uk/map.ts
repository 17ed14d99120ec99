import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const map: TextsOf<'map'> = {
  label: 'Карта мереж',
  keys: 'Стрілки рухають карту, плюс і мінус змінюють масштаб.',
  zoomIn: 'Збільшити',
  zoomOut: 'Зменшити',
  without: plural('uk', {
    one: '# мережа ще не має місця',
    few: '# мережі ще не мають місця',
    many: '# мереж ще не мають місця',
  }),
  cluster: (count, first, state) => `Мереж поруч: ${count}, найгірша ${first}: ${state}. Збільшити.`,
  noPlaces: 'Жодна мережа ще не має місця',
  noPlacesHelp: 'Задайте його в налаштуваннях мережі: введіть координати або натисніть на карту.',
  askManager: 'Місця мережам задає менеджер.',
  place: 'Місце',
  placeHelp: 'Де розташована мережа, для карти в огляді. Натисніть на карту або введіть градуси.',
  latitude: 'Широта',
  latitudeHint: 'Градуси на північ, від -90 до 90',
  longitude: 'Довгота',
  longitudeHint: 'Градуси на схід, від -180 до 180',
  wrongDegrees: (max) => `Це має бути число від -${max} до ${max}.`,
  choose: 'Карта для вибору місця',
  takeAway: 'Прибрати місце',
}
