import { Mark } from '../../../web/brand/mark.tsx'

/** The logo, with strokes set by classes: the visitors' server renderer writes `strokeWidth` unchanged. */
export const BrandMark = ({ size }: { size: number }) => (
  <Mark size={size} className="stroke-3 [stroke-linecap:round]" />
)
