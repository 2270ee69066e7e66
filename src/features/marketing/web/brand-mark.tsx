import { Mark } from '../../../web/brand/mark.tsx'

/** The mark, its strokes set by classes: the visitors' server renderer writes `strokeWidth` as it stands. */
export const BrandMark = ({ size }: { size: number }) => (
  <Mark size={size} className="stroke-3 [stroke-linecap:round]" />
)
