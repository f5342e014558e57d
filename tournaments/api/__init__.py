"""The API, /api/v1: the door for other programs (docs/api.md).

Owns: addresses, the form of what is sent and answered, who may ask what, and how a refusal looks.
Never does: decide a rule of the game or of an event; services do, and a view only calls one.
Terms: *form*, the shape of a body that is sent; *body*, what is answered; *access*, who may use an address.
"""
