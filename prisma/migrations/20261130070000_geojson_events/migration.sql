-- Whether the payload was judged as a GeoJSON feature: receivers of the bare payload get its media type.
ALTER TABLE events ADD COLUMN geojson boolean NOT NULL DEFAULT false;
