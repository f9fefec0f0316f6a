/// The description of a picture on `kiatsu/image/<panel>/<widget>`.
package struct ToldPicture: Decodable, Equatable, Sendable {
    package var id: UInt32
    package var ts: Int
    package var w: Int
    package var h: Int
    package var c: String
    package var rot: Int
    package var strips: Int?
    package var rows: Int?
}
