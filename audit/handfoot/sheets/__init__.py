"""Score sheets: tables read into the statements of a log, whether any end of a deal has their figures, and the page of a sheet."""
